import { Button } from '@/components/ui/button';

/** A question to oneself, along the whole way. */
export function TestStep(props: { canAct: boolean }) {
  return (
    <>
      <p className="text-muted">
        It takes the way that an agent’s question takes. Answer it on any device; its page shows each stage.
      </p>
      {props.canAct && (
        <form method="post" action="/setup/test-question" className="mt-3 grid wide:justify-start">
          <Button type="submit" look="primary">
            Send a test question
          </Button>
        </form>
      )}
    </>
  );
}
