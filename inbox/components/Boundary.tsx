import { Component, type ReactNode } from 'react';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { Button } from './Button.tsx';

type Props = { address?: string; children: ReactNode };

/** What broke at one address does not keep the next one from showing. */
export class Boundary extends Component<Props> {
  override state = { broken: false, address: this.props.address };

  static getDerivedStateFromError = () => ({ broken: true });

  static getDerivedStateFromProps = ({ address }: Props, state: { address?: string }) =>
    address === state.address ? null : { broken: false, address };

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
