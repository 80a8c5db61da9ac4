import CounterpointRoutes

/// The address that a busy page without the script loads again.
///
/// It is not the address of the page itself: an effect may have led the store to another page since, and a request for
/// the old address would lead it back.
enum CurrentPage {
  static let path = "/current"
  static let addressName = "at"

  /// Returns the address that redirects to the current page.
  ///
  /// - Parameter address: The address of the busy page, for browsers without a session.
  static func address(from address: String) -> String {
    var text = "\(path)?\(addressName)="
    text.appendPercentEncoded(address, allowing: .unreserved)
    return text
  }
}
