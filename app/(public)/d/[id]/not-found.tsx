import { NothingHere } from '@/components/decision/nothing-here';

/** One page for no decision, another's decision and a link that is no longer good: it says not which. */
export default NothingHere;
