public import Counterpoint
public import CounterpointRoutes

/// The addresses of the site.
@CasePathable
public enum MembersRoute: Hashable, Codable, Sendable {
  case home
  case page(PrivatePage)
  /// Signing in, and the page to which it leads.
  case signIn(PrivatePage?)
  /// Registering, and the page to which it leads.
  case register(PrivatePage?)

  /// The parts of all addresses.
  public static let routes = Routes<Self> {
    Route(\.home)
    Route(\.page) { Component(PrivatePage.self) }
    Route(\.signIn) {
      "sign-in"
      Query("then", PrivatePage?.self)
    }
    Route(\.register) {
      "register"
      Query("then", PrivatePage?.self)
    }
  }
}

/// A page for members. It is a case, so no link can lead a visitor to a foreign site after the sign-in.
public enum PrivatePage: String, AddressValue, CaseIterable, Codable, Sendable {
  case lounge, account
}
