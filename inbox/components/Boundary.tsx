import { Component, type ReactNode } from 'react';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { Button } from './Button.tsx';

export class Boundary extends Component<{ children: ReactNode }> {
  override state = { broken: false };

  static getDerivedStateFromError = () => ({ broken: true });

  override render() {
    return this.state.broken ? <Broken /> : this.props.children;
  }
}

function Broken() {
  const words = useWords();
  return (
    <div className="empty" role="alert">
      <p>{words.errors.pageBroken}</p>
      <Button onClick={() => location.reload()}>{words.tryAgain}</Button>
    </div>
  );
}
