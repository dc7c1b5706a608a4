import { Component, type ReactNode } from 'react';
import { useWords } from '../language/LanguageProvider.tsx';
import styles from './Waiting.module.css';

/** A fault while rendering leaves a sentence, not an empty page. */
export class Boundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? <Broken /> : this.props.children;
  }
}

const Broken = () => (
  <p className={styles.notRead} role="alert">
    {useWords().errors.broken}
  </p>
);
