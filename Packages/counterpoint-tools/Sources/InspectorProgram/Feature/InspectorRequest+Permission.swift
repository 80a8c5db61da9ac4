@_spi(Internals) import CounterpointInspector

extension InspectorRequest {
  /// The permission that the request needs.
  var permission: InspectorPermission? {
    switch self {
    case .show, .goLive, .resume: .travel
    case .send: .send
    case .note: nil
    }
  }

  /// The text after the request was performed.
  var confirmation: String {
    switch self {
    case .show(_, let number): "The program shows the moment after action \(number)."
    case .goLive: "The program shows the present."
    case .resume(_, let number): "The program goes on from the moment after action \(number)."
    case .send: "The action was sent."
    case .note(_, let number, _): "A note is at action \(number)."
    }
  }
}
