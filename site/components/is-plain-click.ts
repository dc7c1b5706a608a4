type Keys = Pick<MouseEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** False where the browser is asked for something else: to open the link elsewhere, or to save it. */
export const isPlainClick = ({ altKey, ctrlKey, metaKey, shiftKey }: Keys): boolean =>
  !(altKey || ctrlKey || metaKey || shiftKey);
