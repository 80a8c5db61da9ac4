/// The tickets whose sessions were ended or given another identifier by the program: they begin no other session.
///
/// A ticket is remembered until it is too old anyway. When there are too many, the older half is replaced by a time:
/// tickets that were issued before it count as ended, too. Their visitors get a new ticket with the next page.
struct EndedSessions: Sendable {
  private var tickets: Set<SessionTicket> = []
  private var horizon = Int64.min
  private let limit: Int

  init(limit: Int) {
    self.limit = max(limit, 2)
  }

  var count: Int { tickets.count }

  func contains(_ ticket: SessionTicket) -> Bool {
    ticket.issued <= horizon || tickets.contains(ticket)
  }

  mutating func insert(_ ticket: SessionTicket, at now: Duration, age: Duration) {
    tickets.insert(ticket)
    guard tickets.count > limit else { return }
    tickets = tickets.filter { $0.age(at: now) < age }
    guard tickets.count > limit / 2 else { return }
    let sorted = tickets.sorted { $0.issued < $1.issued }
    let removed = sorted.prefix(tickets.count - limit / 2)
    horizon = removed.last?.issued ?? horizon
    tickets.subtract(removed)
  }
}
