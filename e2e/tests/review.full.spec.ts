import type { Life } from '@sandali/server/sandbox/life.ts';
import { waitForPolled } from '../clock.ts';
import { applicants } from '../life/applicants.ts';
import { ops, opsProgram } from '../life/ops.ts';
import { openLoggedIn } from '../life/session.ts';
import { shared } from '../places.ts';
import { atLength, expect, test } from './fixture.ts';

test(
  'a reviewer decides on an application whose pictures another applicant also sent',
  atLength,
  async ({ page }) => {
    const [life] = (await applicants(shared, 280, 1)) as [Life];
    await page.clock.install();
    await openLoggedIn(page, life, '/creditStatus');
    await waitForPolled(page.getByRole('heading', { name: 'Under manual review' }));
    await expect(
      page.getByText('may call you, 08:00 to 20:00 on working days', { exact: false }),
    ).toBeVisible();

    const { applications } = JSON.parse(await opsProgram(shared, 'review', 'list', '--json')) as {
      applications: { application: string }[];
    };
    const application = applications.at(-1)?.application ?? '';
    await ops(shared, 'review', 'take', application);
    await ops(shared, 'review', 'show', application, '--reveal', '--reason', 'first look');
    for (const which of ['front', 'selfie'])
      await ops(
        shared,
        'review',
        'photo',
        application,
        '--which',
        which,
        '--reason',
        'the face beside the ID',
      );
    await ops(
      shared,
      'review',
      'approve',
      application,
      '--limit',
      '90,000',
      '--reason',
      'twins, both seen',
    );
    await waitForPolled(page.getByText('₱90,000').first());
    await page.goto('/privacy');
    await expect(page.getByText('Reviewer: approved your application')).toBeVisible();
    await expect(page.getByText('Reviewer: looked at your application')).toBeVisible();
    await expect(page.getByText('Reason: twins, both seen')).toBeVisible();
  },
);
