import { Field } from './Field.tsx';

type Props<Value extends string> = {
  name: string;
  value: Value;
  choose(value: Value): void;
  options: (readonly [value: Value, text: string])[];
};

export const SelectField = <Value extends string>({ name, value, choose, options }: Props<Value>) => (
  <Field name={name}>
    <select
      className="control"
      value={value}
      onChange={(event) => choose(event.currentTarget.value as Value)}
    >
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </Field>
);
