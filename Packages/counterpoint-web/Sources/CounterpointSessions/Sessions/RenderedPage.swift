import CounterpointHTML

/// The latest rendering of a page, its location, its revision, the latest changes, and what the page and its
/// predecessors offer.
final class RenderedPage {
  private(set) var html: [HTML]
  private(set) var location: PageLocation
  private(set) var revision: Int
  /// A revision of an earlier process with the same page as the first revision of this one.
  private let earlier: (revision: Int, first: Int)?
  /// The address that the browser shows because the user has opened it, until the next rendering.
  private var visited: String?
  /// Whether the state has changed since the last rendering.
  var isStale = false
  /// The rows that the visitor sees in the lists of the page.
  private(set) var windows: [String: ListWindow]

  /// The changes between the latest revisions as JSON, the oldest first.
  private var changes: [String] = []
  private var size = 0
  /// Computed on first use.
  private lazy var offers = PageOffers(html)
  /// The offers that the latest page has lost, with the time of their removal.
  private var removedActions: [String: Duration] = [:]
  private var removedFields: [String: Duration] = [:]
  private var removedConstraints: [String: FieldConstraint] = [:]

  /// The maximum number of stored changes, and of their bytes.
  static let countLimit = 32
  static let sizeLimit = 16 << 10
  /// The time for which a removed button counts as offered, because a tab may still show it.
  static let grace = Duration.seconds(10)
  private static let removedLimit = 1000

  private let keepsOffers: Bool

  /// - Parameters:
  ///   - html: The page.
  ///   - location: What the browser shows around the page.
  ///   - revision: The revision of the page.
  ///   - windows: The windows of its lists, by their names.
  ///   - earlier: A revision of an earlier process that shows the same page.
  ///   - keepsOffers: Whether ``availability(ofAction:now:)`` and ``availability(ofField:now:)`` are called.
  init(
    _ html: [HTML],
    at location: PageLocation,
    revision: Int = 0,
    windows: [String: ListWindow] = [:],
    earlier: Int? = nil,
    keepsOffers: Bool
  ) {
    self.html = html
    self.location = location
    self.revision = revision
    self.windows = windows
    self.earlier = earlier.map { ($0, revision) }
    self.keepsOffers = keepsOffers
  }

  func update(to next: [HTML], at location: PageLocation, now: Duration) {
    isStale = false
    var hasMoved = location.address != self.location.address || location.title != self.location.title
    self.location = location
    if let visited {
      // Where the state has led the user elsewhere, that address takes the place of the visited one.
      hasMoved = hasMoved || location.address != visited
      self.location.isReplacing = true
      self.visited = nil
    }
    let changes = html.changes(to: next)
    if keepsOffers, !changes.isEmpty { replaceOffers(next, now: now) }
    html = next
    // A list that appears again begins at its first row, as in the browser.
    if !windows.isEmpty, !changes.isEmpty {
      let names = next.listNames
      windows = windows.filter { names.contains($0.key) }
    }
    guard hasMoved || !changes.isEmpty else { return }
    revision += 1
    let json = changes.json(followedBy: hasMoved ? self.location.json : nil)
    self.changes.append(json)
    size += json.utf8.count
    while self.changes.count > Self.countLimit || size > Self.sizeLimit {
      size -= self.changes.removeFirst().utf8.count
    }
  }

  /// Notes that a browser shows an address, because the user has followed a link or gone back.
  func visit(_ address: String) {
    visited = address
    isStale = true
  }

  /// Sets the windows of lists. Other names than those of the page are ignored, because a tab may show an older page.
  func show(_ windows: [String: ListWindow]) {
    let names = windows.isEmpty ? [] : html.listNames
    for (name, window) in windows where names.contains(name) && self.windows[name] != window {
      self.windows[name] = window
      isStale = true
    }
  }

  /// Returns the events from a revision to the latest one: the changes if they are still stored, otherwise the whole
  /// page.
  func events(since revision: Int) -> String {
    if let earlier, revision == earlier.revision { return events(since: earlier.first) }
    guard revision != self.revision else { return "" }
    let oldest = self.revision - changes.count
    guard (oldest..<self.revision).contains(revision) else {
      var page = ""
      page.appendJSON(html.markup)
      var location = location
      location.isReplacing = true
      return "event: page\nid: \(self.revision)\ndata: \(page)\n\nid: \(self.revision)\ndata: [\(location.json)]\n\n"
    }
    var text = ""
    for (number, change) in zip((revision + 1)..., changes.suffix(self.revision - revision)) {
      text += "id: \(number)\ndata: \(change)\n\n"
    }
    return text
  }

  /// Returns the availability of an action on this page, or on one that a tab may still show; `nil` if neither offers
  /// it.
  func availability(ofAction code: String, now: Duration) -> PageOffers.Availability? {
    offers.actions[code] ?? (isRecent(removedActions[code], now) ? .enabled : nil)
  }

  /// Returns the availability of a field on this page, or on one that a tab may still show; `nil` if neither offers
  /// it.
  func availability(ofField name: String, now: Duration) -> PageOffers.Availability? {
    offers.fields[name] ?? (isRecent(removedFields[name], now) ? .enabled : nil)
  }

  /// Returns the availability of a hook's event, as ``availability(ofAction:now:)`` does.
  func availability(ofHookEvent event: String, now: Duration) -> PageOffers.Availability? {
    availability(ofAction: PageOffers.text(ofHookEvent: event), now: now)
  }

  /// Returns the texts that a field accepts, if it is available; `nil` for any text.
  func constraint(ofField name: String) -> FieldConstraint? {
    offers.fields[name] == nil ? removedConstraints[name] : offers.constraints[name]
  }

  private func isRecent(_ removal: Duration?, _ now: Duration) -> Bool {
    removal.map { now - $0 < Self.grace } ?? false
  }

  private func replaceOffers(_ next: [HTML], now: Duration) {
    let old = offers
    offers = PageOffers(next)
    removedActions = removed(removedActions, from: old.actions, to: offers.actions, now)
    removedFields = removed(removedFields, from: old.fields, to: offers.fields, now)
    removedConstraints.merge(old.constraints) { $1 }
    removedConstraints = removedConstraints.filter { removedFields[$0.key] != nil }
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

/// The version of a page that a browser shows: the number of a session's revision, or the digest of a page without a
/// session.
enum PageRevision: Hashable, Sendable, CustomStringConvertible {
  case number(Int)
  case digest(SipHash)

  /// Parses the text that the script sends; `nil` if it can't belong to a page.
  init?(_ text: String) {
    if let number = Int(text) {
      guard number >= 0 else { return nil }
      self = .number(number)
    } else {
      guard text.hasBytes(prefix: "0."), let digest = SipHash(text.droppingBytes(2)) else { return nil }
      self = .digest(digest)
    }
  }

  var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .digest(let digest): "0.\(digest)"
    }
  }
}

extension SipHash {
  /// Creates the digest of a page.
  init(page markup: String, key: SessionKey) {
    // The first byte distinguishes digests from signatures.
    self.init([2] + markup.utf8, key: key)
  }
}
