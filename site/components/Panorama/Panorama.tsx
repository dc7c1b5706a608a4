import { Drawing } from '#site/components/Drawing.tsx';
import styles from './Panorama.module.css';

/** Where the journey leads, under an evening sky. */
export function Panorama({ className = '' }: { className?: string | undefined }) {
  return (
    <div className={`screen-only ${styles.sky} ${className}`}>
      <Drawing name="journey" className={styles.journey} />
    </div>
  );
}
