import CounterpointHTML

/// A page, its number, and how it has come about: enough to bring somebody up to date who was away for a moment.
final class ShownPage {
  private(set) var html: [HTML]
  private(set) var revision: Int
  /// Whether there is something newer to show.
  var isStale = false

  /// The changes that led to the newest revisions, the oldest first: as JSON, which is all that is done with them.
  private var changes: [String] = []
  private var size = 0

  /// How many changes are kept, and of what length together.
  static let countLimit = 32
  static let sizeLimit = 16 << 10

  init(_ html: [HTML], revision: Int = 0) {
    self.html = html
    self.revision = revision
  }

  func show(_ next: [HTML]) {
    isStale = false
    let changes = html.changes(to: next)
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
}
