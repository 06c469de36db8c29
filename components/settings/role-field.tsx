import { type RoleName, roleNames, roleWords } from '@/components/settings/role-words';
import { SegmentField } from '@/components/ui/segment';

/** Owner, member or viewer, and what each may do. */
export function RoleField(props: { value: RoleName; legend: string }) {
  const options = roleNames.map((role) => ({ value: role, label: roleWords[role].label }));
  return (
    <div>
      <SegmentField name="role" legend={props.legend} options={options} value={props.value} />
      <ul className="mt-2 text-small text-muted">
        {roleNames.map((role) => (
          <li key={role}>
            <b className="font-medium text-ink">{roleWords[role].label}</b> {roleWords[role].description}
          </li>
        ))}
      </ul>
    </div>
  );
}
