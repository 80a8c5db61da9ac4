import Counterpoint
import Foundation

// A mistake for each rule of the linter. This file is never compiled.

struct PostClient: Sendable {
  var load: @Sendable (_ count: Int) async throws -> [String]
  var log: @Sendable () async throws -> Void
}

extension PostClient: DependencyKey {
  static let liveValue = PostClient(load: { _ in [] }, log: {})
}

@Reducer
struct Posts {
  @ObservableState
  struct State: Equatable {
    var count = 10
    var posts: [String] = []
    var session = UUID()
  }

  enum Action {
    case appeared
    case forgotten
    case loaded([String])
    case logged
    case refreshButtonTapped
    case savedButtonTapped
  }

  private enum EffectID { case load }

  @Dependency(PostClient.self) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        return .run { [client] send in
          await send(.loaded(try await client.load(state.count)))
        } catch: { _, send in
          await send(.loaded([]))
        }
        .cancellable(id: EffectID.load)

      case .refreshButtonTapped:
        return .run { [client, state] send in
          let posts = try await client.load(state.count)
          await send(.loaded(posts))
        }

      case .loaded(let posts):
        state.posts = posts
        return .run { [client] _ in
          try? await client.log()
        }

      case .logged:
        Task { try await client.log() }
        state.count = Int.random(in: 1...10)
        return .none

      case .savedButtonTapped:
        let data = try! JSONEncoder().encode(state.posts)
        state.posts.append("\(data.count)")
        return .cancel(id: EffectID.save)

      default:
        return .none
      }
    }
  }
}

struct PostsScreen {
  let store: StoreOf<Posts>
  var filter = ""

  func appear() {
    store.send(.appeared)
    store.send(.forgotten)
    store.send(.refreshButtonTapped)
    store.send(.savedButtonTapped)
  }
}

struct Blog: Reducer {
  struct State {
    var posts = Posts.State()
  }

  func reduce(into state: inout State, action: Posts.Action) -> Effect<Posts.Action> {
    Posts().reduce(into: &state.posts, action: action)
  }
}
