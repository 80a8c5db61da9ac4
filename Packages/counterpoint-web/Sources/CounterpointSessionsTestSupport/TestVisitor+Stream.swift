public import CounterpointHTML
import Foundation

/// The state of a page that shows its changes as they arrive.
struct Following {
  /// Whether the page shows its changes as they arrive.
  var isOn = false
  /// Notified of each page that the browser has loaded.
  var pages: AsyncStream<Void>.Continuation?
  /// Reads the stream of the page that the browser shows.
  var task: Task<Void, Never>?
  /// Notified of each change of the page, by their numbers.
  var observers: [Int: AsyncStream<Void>.Continuation] = [:]
  var observerCount = 0
}

extension TestVisitor {
  /// Keeps a stream open for the page, as the script does, and shows its changes as they arrive, until the task is
  /// canceled.
  ///
  /// Meanwhile, functions that send inputs return as soon as the site has answered. The stream is opened again when its
  /// connection is lost, and for each page that is loaded. An ended session ends it, so the page stays as it is until
  /// the visitor loads it again.
  package func showChanges() async {
    guard hasScript else { return }
    let (pages, didLoad) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    following = Following(isOn: true, pages: didLoad, observers: following.observers)
    for await _ in pages {
      following.task?.cancel()
      following.task = Task { await follow() }
    }
    following.task?.cancel()
    following.isOn = false
  }

  private func follow() async {
    var attempt = 0
    while !Task.isCancelled {
      let start = ContinuousClock.now
      do {
        try await receive()
      } catch is UnfittingChanges {
        // At once, as the script does after its first error.
        revision = "page"
        continue
      } catch let error as TestVisitorError where error.status == 403 {
        return
      } catch {
        // The connection is lost, or the server is busy.
      }
      // A stream that ends at once keeps the backoff.
      attempt = ContinuousClock.now - start > .seconds(5) ? 0 : attempt + 1
      try? await Task.sleep(for: .seconds(Double.random(in: 0...1) * min(30, pow(2, Double(attempt)))))
    }
  }

  /// Reads a stream until it ends.
  private func receive() async throws {
    var chunks = try await openEvents(since: revision)
    var parser = EventParser()
    while let chunk = try await chunks.next(isolation: self) {
      // The browser shows another page.
      if Task.isCancelled { return }
      for event in parser.add(chunk.utf8) { try show(event) }
    }
  }

  /// Shows what an event tells, as the script does.
  private func show(_ event: EventParser.Event) throws(UnfittingChanges) {
    guard let data = event.data, let id = event.id, event.name != "heartbeat" else { return }
    revision = id
    if event.name == "page" {
      guard let markup = try? JSONDecoder().decode(String.self, from: Data(data.utf8)) else { throw UnfittingChanges() }
      page = [HTML](markup: markup)
      restartTab()
    } else {
      guard let changed = page.applying(json: data) else { throw UnfittingChanges() }
      page = changed
      showLocation(data)
    }
  }

  func waitForChange(until condition: @Sendable ([HTML]) -> Bool) async throws {
    let (changes, didChange) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    following.observerCount += 1
    let number = following.observerCount
    following.observers[number] = didChange
    defer { following.observers[number] = nil }
    while !condition(page) {
      var iterator = changes.makeAsyncIterator()
      guard await iterator.next(isolation: self) != nil else { throw CancellationError() }
    }
  }

  func didChangePage() {
    didShow(page)
    for (_, observer) in following.observers.sorted(by: { $0.key < $1.key }) { observer.yield() }
  }
}

/// The changes of an event do not fit the page.
private struct UnfittingChanges: Error {}

extension [HTML] {
  /// Returns the page after changes in the format of the script; `nil` if they do not fit the page.
  @_spi(Internals)
  public func applying(json: String) -> [HTML]? {
    [HTMLChange](json: json).flatMap { applyingIfFitting($0) }
  }
}

extension [HTMLChange] {
  /// Reads changes in the format of the script; `nil` for any other text. A change of the address is left out.
  init?(json: String) {
    guard let list = ChangePart.changes(json) else { return nil }
    self = []
    for change in list {
      guard let kind = change.first?.text else { return nil }
      if kind == "u" { continue }
      guard change.count > 1, case .path(let path) = change[1] else { return nil }
      let texts = change[2...].compactMap(\.text)
      switch (kind, texts.count) {
      case ("t", 1): append(.text(at: path, texts[0]))
      case ("a", 2): append(.attribute(at: path, name: texts[0], value: texts[1]))
      case ("d", 1): append(.noAttribute(at: path, name: texts[0]))
      case ("r", 1): append(.replace(at: path, Self.node(texts[0])))
      case ("i", 1): append(.insert(at: path, Self.node(texts[0])))
      case ("x", 0): append(.remove(at: path))
      case ("m", 0) where path.count > 1: append(.move(at: path.dropLast(), to: path[path.count - 1]))
      default: return nil
      }
    }
  }

  private static func node(_ markup: String) -> HTML { [HTML](markup: markup).first ?? .text("") }
}

/// A part of a change in the format of the script.
enum ChangePart: Decodable {
  case text(String)
  case path([Int])
  case none

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let path = try? container.decode([Int].self) {
      self = .path(path)
    } else {
      self = .none
    }
  }

  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// Returns the parts of all changes of an event; `nil` for another text.
  static func changes(_ json: String) -> [[ChangePart]]? {
    // `JSONSerialization` would drop a U+FEFF at the start of a text, and after each escape.
    try? JSONDecoder().decode([[ChangePart]].self, from: Data(json.utf8))
  }
}
