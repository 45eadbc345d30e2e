import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useReviewDesk } from './ReviewPage.tsx';

/** Takes the oldest free application and goes to it. It reveals nothing about the person. */
export function useNext() {
  const { review, leases } = useReviewDesk();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => review.run('review take', { input: {} }),
    onSuccess: ({ application, until }) => {
      leases.set(application, until);
      void navigate({ to: '/review/$application', params: { application } });
    },
  });
}
