/**
 * The document carries the main script's tags in a template, where browsers leave them alone. Put into the page they
 * are fetched together and run one by one, each in a task of its own.
 */
export function fetchMainScript(): void {
  document.head.append(
    (document.getElementById('main-script') as HTMLTemplateElement).content.cloneNode(true),
  );
}
