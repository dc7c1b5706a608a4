/**
 * The document carries the main script's tags in a template, where browsers leave them alone. Put into the page they
 * are fetched together and run one by one, each in a task of its own.
 */
export function fetchMainScript(): void {
  const later = document.querySelector<HTMLTemplateElement>('template#main-script');
  if (later) document.head.append(later.content);
}
