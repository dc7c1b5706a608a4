import { deadlines, facts } from '#content/facts.ts';
import { problemsAt } from '#content/problems.ts';
import { fill } from '#contract/fill.ts';
import { useWords } from '#inbox/language/LanguageProvider.tsx';

export const problemAt = (path: string, value: string) => problemsAt(path, value, { facts, deadlines })[0];

export function Problem({ path, value, id }: { path: string; value: string; id?: string }) {
  const { problems } = useWords().site;
  const problem = problemAt(path, value);
  return (
    <p id={id} className="problem" role="alert">
      {problem &&
        fill(problems[problem.kind], { ...problem, ...('name' in problem && { name: `{${problem.name}}` }) })}
    </p>
  );
}
