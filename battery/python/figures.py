"""Recomputes the money figures of the reports from a journal export, and from nothing else.

Usage: figures.py journal.csv. Prints JSON: for each booked day and month the counts and centavos of
each measure, for each day the unpaid principal and the number of loans that have some. Written
without looking at the server's code, from docs/lenders/reports.md.
"""

import csv
import json
import sys
from collections import defaultdict

ALLOCATIONS = {
    "repayment.booked",
    "extension.booked",
    "suspense.assigned",
    "money.shared",
    "payment.reversed",
}
LOAN_PARTS = {
    "loan.principal": "principal",
    "loan.interest": "interest",
    "loan.late": "late",
    "loan.extensionFee": "extensionFee",
}
FEES = {"gateway.float", "income.serviceFee", "income.channelFee"}


def centavos(row):
    """Returns the line's amount in centavos; debits are positive."""
    sign, text = (1, row["debit"]) if row["debit"] else (-1, row["credit"])
    pesos, hundredths = text.split(".")
    return sign * (int(pesos) * 100 + int(hundredths))


def figures(row, amount):
    """Yields the measures that a line counts in, each with its key and amount."""
    kind, account = row["kind"], row["account"]
    if kind == "loan.paidOut" and account == "loan.principal":
        yield "disbursed", row["business_on"][:7], amount
    if kind == "loan.reversed" and account in FEES:
        yield "payoutsReversed", "", amount
    if kind in ALLOCATIONS and account in LOAN_PARTS:
        yield "collected", LOAN_PARTS[account], -amount
    if kind in ALLOCATIONS and account == "loan.writtenOff":
        yield "recovered", "", -amount
    if kind == "extension.booked" and account == "loan.extensionFee":
        yield "extended", "", -amount
    if kind == "loan.writtenOff" and account in LOAN_PARTS:
        yield "writtenOff", LOAN_PARTS[account], -amount
    if kind == "refund.paid" and account == "borrower.refundOrdered":
        yield "refunded", "paid", amount
    if kind == "refund.reversed" and account == "borrower.refundable":
        yield "refunded", "cameBack", amount
    if row["group"] == "income":
        yield "income", account.split(".")[1], -amount


def main(path):
    sums = {"days": defaultdict(int), "months": defaultdict(int)}
    entries = {"days": defaultdict(set), "months": defaultdict(set)}
    principal_lines = defaultdict(list)
    days = set()
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            amount, day = centavos(row), row["booked_on"]
            days.add(day)
            if row["account"] == "loan.principal":
                principal_lines[day].append((row["owner_id"], amount))
            for measure, key, figure in figures(row, amount):
                for unit, period in (("days", day), ("months", day[:7])):
                    name = f"{period} {measure} {key}".rstrip()
                    sums[unit][name] += figure
                    entries[unit][name].add(row["entry_id"])
    unpaid = defaultdict(int)
    outstanding = {}
    for day in sorted(days):
        for loan, amount in principal_lines[day]:
            unpaid[loan] += amount
        owing = [amount for amount in unpaid.values() if amount != 0]
        outstanding[day] = [len(owing), sum(owing)]
    result = {
        unit: {name: [len(entries[unit][name]), total] for name, total in sums[unit].items()}
        for unit in sums
    }
    json.dump({**result, "outstanding": outstanding}, sys.stdout)


main(sys.argv[1])
