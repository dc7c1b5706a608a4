import { Button } from '#inbox/components/Button.tsx';

type Props<Value> = {
  options: (readonly [value: Value, text: string])[];
  chosen: Value;
  choose(value: Value): void;
};

export const ToggleGroup = <Value,>({ options, chosen, choose }: Props<Value>) =>
  options.map(([value, text]) => (
    <Button key={text} aria-pressed={value === chosen} onClick={() => choose(value)}>
      {text}
    </Button>
  ));
