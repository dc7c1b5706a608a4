import { hashKey, type MutationKey, type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { queryClient } from '../queries.ts';

type Options<Answer, Input> = UseMutationOptions<Answer, Error, Input> & { mutationKey: MutationKey };

/**
 * Done once for a double tap: the second press can come before the button is drawn as disabled. What is pressed again is
 * known by its key and its input, also to who has left the page meanwhile and come back.
 */
export function useOnce<Answer, Input = void>(options: Options<Answer, Input>) {
  const mutation = useMutation(options);
  const mutate = (input: Input) => {
    const { mutationKey } = options;
    const underWay = queryClient.getMutationCache().findAll({ mutationKey, status: 'pending' }).at(-1);
    if (!underWay || hashKey([underWay.state.variables]) !== hashKey([input])) mutation.mutate(input);
  };
  return { ...mutation, mutate };
}
