import { answerAction, type QuestionView } from '@/components/question/question-view';
import { fitsInList } from '@/components/scopes/contract-in-list';
import { Button, ButtonLink } from '@/components/ui/button';
import { HoldButton } from '@/components/ui/hold-button';
import { Icon } from '@/components/ui/icon';

/** No at the left, Yes or the hold at the right: everywhere, and never swapped. */
export function ConfirmAnswer(props: { view: QuestionView; hintId?: string; opensFirst?: string }) {
  const risky = props.view.danger.length > 0;
  return (
    <div className="grid grid-cols-[minmax(116px,2fr)_minmax(0,3fr)] items-end gap-answer wide:col-start-2 wide:grid-cols-[140px_208px] wide:gap-6">
      {/* No is never refused for want of the box that a risky yes needs without JavaScript. */}
      <Button type="submit" name="answer" value="no" formNoValidate look={risky ? 'default' : 'refuse'} size="answer">
        <Icon name="cross" />
        No
      </Button>
      {risky ? (
        <HoldButton
          action={answerAction(props.view)}
          answer="yes"
          words="Hold to approve"
          hintId={props.hintId}
          opensFirst={props.opensFirst}
        />
      ) : (
        <Button type="submit" name="answer" value="yes" look="primary" size="answer">
          <Icon name="check" />
          Yes
        </Button>
      )}
    </div>
  );
}

/** The same two places in a list; a risky question, or a scope that the list shows in part, can be refused there, but must be opened to be approved. */
export function ConfirmInList(props: { view: QuestionView; href: string }) {
  const { danger, scope } = props.view;
  const risky = danger.length > 0;
  const review = risky || (scope !== undefined && !fitsInList(scope.contract));
  return (
    <div className="mt-4 grid grid-cols-[minmax(116px,2fr)_3fr] gap-answer wide:grid-cols-[132px_188px] wide:justify-end">
      <Button type="submit" name="answer" value="no" look={risky ? 'default' : 'refuse'} size="listAnswer">
        <Icon name="cross" />
        No
      </Button>
      {review ? (
        <ButtonLink href={props.href} size="listAnswer">
          Review
          <Icon name="forward" size="small" />
        </ButtonLink>
      ) : (
        <Button type="submit" name="answer" value="yes" look="primary" size="listAnswer">
          <Icon name="check" />
          Yes
        </Button>
      )}
    </div>
  );
}
