import CounterpointHTML

/// A page, its revision, the last changes that led to it, and what it and its last predecessors offer.
final class ShownPage {
  private(set) var html: [HTML]
  private(set) var revision: Int
  /// Whether the state has changed since the page was rendered.
  var isStale = false

  /// The changes that led to the newest revisions, the oldest first, as JSON for the wire.
  private var changes: [String] = []
  private var size = 0
  /// Read from the page when it is first asked for.
  private lazy var offers = PageOffers(html)
  /// The offers of earlier pages that the newest one lacks, with the time of their removal.
  private var removedActions: [String: Duration] = [:]
  private var removedFields: [String: Duration] = [:]

  /// The largest number of changes that are kept, and of their bytes.
  static let countLimit = 32
  static let sizeLimit = 16 << 10
  /// The time that a removed button counts as offered, because a tab may still show it.
  static let grace = Duration.seconds(10)
  private static let removedLimit = 1000

  private let keepsOffers: Bool

  /// - Parameters:
  ///   - html: The page.
  ///   - revision: The number of the page.
  ///   - keepsOffers: Whether ``availability(ofAction:now:)`` and ``availability(ofField:now:)`` are called.
  init(_ html: [HTML], revision: Int = 0, keepsOffers: Bool) {
    self.html = html
    self.revision = revision
    self.keepsOffers = keepsOffers
  }

  func show(_ next: [HTML], now: Duration) {
    isStale = false
    let changes = html.changes(to: next)
    if keepsOffers, !changes.isEmpty { replaceOffers(next, now: now) }
    html = next
    guard !changes.isEmpty else { return }
    revision += 1
    let json = changes.json
    self.changes.append(json)
    size += json.utf8.count
    while self.changes.count > Self.countLimit || size > Self.sizeLimit {
      size -= self.changes.removeFirst().utf8.count
    }
  }

  /// The events that lead from a revision to the newest: the changes if they are still known, else the whole page.
  func events(since revision: Int) -> String {
    guard revision != self.revision else { return "" }
    let oldest = self.revision - changes.count
    guard (oldest..<self.revision).contains(revision) else {
      var page = ""
      page.appendJSON(html.markup)
      return "event: page\nid: \(self.revision)\ndata: \(page)\n\n"
    }
    var text = ""
    for (number, change) in zip((revision + 1)..., changes.suffix(self.revision - revision)) {
      text += "id: \(number)\ndata: \(change)\n\n"
    }
    return text
  }

  /// Whether the page, or one that a tab may still show, offers an action; `nil` if none does.
  func availability(ofAction code: String, now: Duration) -> PageOffers.Availability? {
    offers.actions[code] ?? (isRecent(removedActions[code], now) ? .enabled : nil)
  }

  /// Whether the page, or one that a tab may still show, offers a field; `nil` if none does.
  func availability(ofField name: String, now: Duration) -> PageOffers.Availability? {
    offers.fields[name] ?? (isRecent(removedFields[name], now) ? .enabled : nil)
  }

  private func isRecent(_ removal: Duration?, _ now: Duration) -> Bool {
    removal.map { now - $0 < Self.grace } ?? false
  }

  private func replaceOffers(_ next: [HTML], now: Duration) {
    let old = offers
    offers = PageOffers(next)
    removedActions = removed(removedActions, from: old.actions, to: offers.actions, now)
    removedFields = removed(removedFields, from: old.fields, to: offers.fields, now)
  }

  private func removed(
    _ removed: [String: Duration],
    from old: [String: PageOffers.Availability],
    to new: [String: PageOffers.Availability],
    _ now: Duration
  ) -> [String: Duration] {
    var removed = removed.filter { now - $0.value < Self.grace && new[$0.key] == nil }
    for (name, availability) in old where availability == .enabled && new[name] == nil {
      if removed.count == Self.removedLimit { break }
      removed[name] = now
    }
    return removed
  }
}
