import { orBackToField, ruleOfForm } from '@/lib/http/rule-form';
import { withForm } from '@/lib/http/with-form';
import { editRule } from '@/lib/policies/edit-rule';

const pageOf = ({ id = '' }: Record<string, string>) => `/policies/${encodeURIComponent(id)}`;

/** Changes what a rule does, how it asks and how long it holds. */
export const POST = withForm({ back: pageOf }, ({ actor, form, params }) =>
  orBackToField(pageOf(params), form, async () => {
    const { forMinutes, ...rule } = ruleOfForm(form);
    const keepsTime = forMinutes === 'keep';
    const id = params.id ?? '';
    await editRule(actor, id, { ...rule, ...(keepsTime || !forMinutes ? {} : { forMinutes }), keepsTime });
    return `/policies?done=changed#rule-${id}`;
  }),
);
