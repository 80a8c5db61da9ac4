import Foundation
import IssueReporting

extension Element {
  /// Attaches a script of the site to the element: a hook, which the script registers by its name.
  ///
  /// ```swift
  /// Element(.ol, .id("tasks")) {
  ///   for task in state.tasks { Element(.li, .data("id", task.id), key: task.id) { task.title } }
  /// }
  /// .hook("sortable", data: state.tasks.map(\.id), sends: "moved")
  /// ```
  ///
  /// ```js
  /// counterpoint.hook('sortable', {
  ///   mounted(element, data, send) { … send('moved', { id, index }); },
  ///   updated(element, data, send) { … },
  ///   removed(element) { … },
  /// });
  /// ```
  ///
  /// The content of the element is what visitors without the script see. A hook that draws in the element takes its
  /// place. Any other hook must leave the content as the page has it.
  ///
  /// Give the element an id: then it stays the same when the whole page is sent again, as after a lost connection.
  ///
  /// - Parameters:
  ///   - name: The name of the hook.
  ///   - data: A value for the hook, which is sent as JSON. A change sends all of it. If it can't be encoded, or takes
  ///     more than ``hookDataLimit`` bytes, an issue is reported, and the element has no hook.
  ///   - drawsContent: Whether the hook draws the content of the element. Changes of the page don't touch it then.
  ///   - events: The names of the events that the hook sends, of letters, digits, `-` and `_`. They are offered as
  ///     long as the element is on the page, and is neither disabled nor inert nor hidden.
  /// - Returns: The element with the hook.
  public func hook(
    _ name: String,
    data: some Encodable,
    drawsContent: Bool = false,
    sends events: String...
  ) -> Element {
    for event in events {
      precondition(HookCode.isName(event), "'\(event)' is not the name of a hook's event: use letters and digits.")
    }
    guard let json = ActionCode.encode(data) else { return self }
    guard json.utf8.count <= Self.hookDataLimit else {
      reportIssue(
        "The data of the hook '\(name)' has \(json.utf8.count) bytes, more than \(Self.hookDataLimit): send less of it."
      )
      return self
    }
    return replacing(
      attributes: attributes + [
        .data("hook", name), .data("hook-data", json), drawsContent ? .data("hook-draws", "") : .none,
        events.isEmpty ? .none : .data("hook-sends", events.joined(separator: " ")),
      ]
    )
  }

  /// The maximum size of a hook's data, in bytes of JSON.
  public static let hookDataLimit = 64 << 10

  /// Returns the data of the element's hook, for tests.
  ///
  /// - Parameter type: The type of the data.
  /// - Returns: The data; `nil` if the element has no hook, or data of another type.
  public func hookData<Value: Decodable>(as type: Value.Type) -> Value? {
    value(of: "data-hook-data").flatMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
  }

  /// The events that the element's hook sends.
  package var hookEvents: [String] {
    value(of: "data-hook-sends")?.splitBytes(at: " ").filter { !$0.isEmpty }.map(String.init) ?? []
  }

  /// The field name of hooks' events in requests.
  package static let hookName = "counterpoint-hook"
}

extension [HTML] {
  /// The events that the hooks of the page send.
  package var hookEvents: [String] {
    flatMap { node -> [String] in
      guard case .element(let element) = node else { return [] }
      return element.hookEvents + element.children.hookEvents
    }
  }
}
