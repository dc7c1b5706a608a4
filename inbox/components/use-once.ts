import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/** Done once for a double tap: the second press can come before the button is drawn as disabled. */
export function useOnce<Answer, Input = void>(options: UseMutationOptions<Answer, Error, Input>) {
  const mutation = useMutation(options);
  const underWay = useRef(false);
  const mutate = async (input: Input) => {
    if (underWay.current) return;
    underWay.current = true;
    // What went wrong is in the mutation.
    await mutation.mutateAsync(input).catch(() => {});
    underWay.current = false;
  };
  return { ...mutation, mutate };
}
