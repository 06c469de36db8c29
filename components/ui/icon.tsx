import { classes } from '@/components/ui/classes';
import { type IconName, iconShapes } from '@/components/ui/icon-shapes';

const sizes = {
  small: 'size-4 stroke-[1.9]',
  medium: 'size-5 stroke-[1.7]',
  large: 'size-6 stroke-[1.7]',
  verdict: 'size-10 stroke-[2.2]',
};

/** Draws an icon beside a word; it is decoration and hidden from screen readers. */
export function Icon(props: { name: IconName; size?: keyof typeof sizes; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classes('flex-none', sizes[props.size ?? 'medium'], props.className)}
    >
      {iconShapes[props.name]}
    </svg>
  );
}
