/**
 * The document carries the main script's tags in its only template, where browsers leave them alone. Put into the page they
 * are fetched together and run one by one, each in a task of its own.
 */
export function fetchMainScript(): void {
  document.head.append((document.querySelector('template') as HTMLTemplateElement).content.cloneNode(true));
}
