import Counterpoint
import CounterpointRoutes
import Foundation

@CasePathable
enum SiteRoute: Hashable {
  case home
  case post(Int)
  case search(String, page: Int?)
  case settings(SettingsRoute)

  static let routes = Routes<SiteRoute> {
    Route(\.home)
    Route(\.post) {
      "posts"
      Component(Int.self)
    }
    Route(\.search, fields: { $0 }, payload: { $0 }) {
      "search"
      Query("q", String.self)
      Query("page", Int?.self)
    }
    Route(\.settings) {
      "settings"
      SettingsRoute.routes
    }
  }
}

@CasePathable
enum SettingsRoute: Hashable {
  case profile
  case mail(Frequency)

  enum Frequency: String, CaseIterable, AddressValue { case daily, weekly }

  static let routes = Routes<SettingsRoute> {
    Route(\.profile)
    Route(\.mail) {
      "mail"
      Component(Frequency.self)
    }
  }
}

/// A route with each kind of part.
@CasePathable
enum WideRoute: Hashable {
  case file(String, version: Int?)
  case list(List)
  case note(UUID, Date, Character)
  case query(String?, Bool, Double)
  case text(String, String)
  case unreachable

  enum Order: Int, CaseIterable, AddressValue { case newest = 1, oldest = -1 }

  struct List: Hashable, Sendable {
    var tags: [String]
    var order: Order
    var limit: Int
  }

  static let routes = Routes<WideRoute> {
    Route(\.file, fields: { $0 }, payload: { $0 }) {
      "files"
      Component(String.self)
      Component(Int?.self)
    }
    Route(\.list, fields: { ($0.tags, $0.order, $0.limit) }, payload: { List(tags: $0, order: $1, limit: $2) }) {
      "list/all"
      Query("tag", [String].self)
      Query("order", Order.self, default: .newest)
      Query("limit", Int.self, default: 20)
    }
    Route(\.note) {
      "notes"
      Component(UUID.self)
      Component(Date.self)
      Component(Character.self)
    }
    Route(\.query) {
      "query"
      Query("a b", String?.self)
      Query("flag", Bool.self)
      Query("n", Double.self)
    }
    Route(\.text) {
      Component(String.self)
      "text"
      Component(String.self)
      "end"
    }
  }
}
