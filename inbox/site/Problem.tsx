import { deadlines, facts } from '../../content/facts.ts';
import { type Problem as ContentProblem, problemsAt } from '../../content/problems.ts';
import { fill } from '../../contract/fill.ts';
import { useWords } from '../language/LanguageProvider.tsx';
import type { InboxWords } from '../language/words.ts';

export const problemAt = (path: string, value: string) => problemsAt(path, value, { facts, deadlines })[0];

/** What is wrong with a value, or nothing. */
export function Problem({ path, value, id }: { path: string; value: string; id?: string }) {
  const { site: words } = useWords();
  const problem = problemAt(path, value);
  return (
    <p id={id} className="problem" role="alert">
      {problem && textOf(problem, words)}
    </p>
  );
}

function textOf(problem: ContentProblem, { problems }: InboxWords['site']): string {
  const values = {
    example: 'example' in problem ? problem.example : '',
    name: 'name' in problem ? `{${problem.name}}` : '',
    longest: 'longest' in problem ? problem.longest : '',
  };
  return fill(problems[problem.kind], values);
}
