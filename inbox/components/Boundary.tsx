import { Component, type ReactNode } from 'react';
import { useWords } from '../language/LanguageProvider.tsx';
import { Button } from './Button.tsx';
import styles from './Waiting.module.css';

/** `at`: where one is; what broke there does not follow one elsewhere. */
type Props = { at?: string; children: ReactNode };
type State = { broken: boolean };

/** A fault while rendering leaves a sentence and a button, not an empty page. */
export class Boundary extends Component<Props, State> {
  override state: State = { broken: false };

  static getDerivedStateFromError(): State {
    return { broken: true };
  }

  override componentDidUpdate(before: Props, { broken }: State) {
    // Not at once where one has just gone: that is what broke.
    if (broken && before.at !== this.props.at) this.setState({ broken: false });
  }

  override render() {
    return this.state.broken ? <Broken /> : this.props.children;
  }
}

/** What was read may be what breaks it: only a new page is sure to read it again. */
function Broken() {
  const words = useWords();
  return (
    <div className={styles.notRead} role="alert">
      <p>{words.errors.broken}</p>
      <Button onClick={() => location.reload()}>{words.tryAgain}</Button>
    </div>
  );
}
