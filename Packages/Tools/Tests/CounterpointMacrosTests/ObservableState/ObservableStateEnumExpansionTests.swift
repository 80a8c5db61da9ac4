import Testing

/// The identity of an enum.
@Suite struct ObservableStateEnumExpansionTests {
  @Test func cases() {
    expectExpansion(
      """
      @ObservableState
      public enum Destination {
        case alert, edit(Edit.State)
        case detail(id: Int)
        case map(x: Int, y: Int)
        #if DEBUG
        case debug(Debug.State)
        #else
        case release(Release.State)
        #endif
        @available(*, deprecated) case old(Old.State)
        indirect case `self`(Destination)
      }
      """,
      """

      public enum Destination {
        case alert, edit(Edit.State)
        case detail(id: Int)
        case map(x: Int, y: Int)
        #if DEBUG
        case debug(Debug.State)
        #else
        case release(Release.State)
        #endif
        @available(*, deprecated) case old(Old.State)
        indirect case `self`(Destination)

        public nonisolated var _$id: CounterpointCore.ObservableStateID {
          switch self {
          case .alert: .init()
          case .edit(let payload): .init(of: payload).tagged(1)
          case .detail(let payload): .init(of: payload).tagged(2)
          case .map: .init()
          #if DEBUG
          case .debug(let payload): .init(of: payload).tagged(4)
          #else
          case .release(let payload): .init(of: payload).tagged(5)
          #endif
          case .old(let payload): .init(of: payload).tagged(6)
          case .`self`(let payload): .init(of: payload).tagged(7)
          }
        }

        public nonisolated mutating func _$willModify() {
          switch self {
          case .alert: break
          case .edit(var payload):
            CounterpointCore.ObservableStateID.willModify(&payload)
            self = .edit(payload)
          case .detail(var payload):
            CounterpointCore.ObservableStateID.willModify(&payload)
            self = .detail(id: payload)
          case .map: break
          #if DEBUG
          case .debug(var payload):
            CounterpointCore.ObservableStateID.willModify(&payload)
            self = .debug(payload)
          #else
          case .release(var payload):
            CounterpointCore.ObservableStateID.willModify(&payload)
            self = .release(payload)
          #endif
          case .old: break
          case .`self`(var payload):
            CounterpointCore.ObservableStateID.willModify(&payload)
            self = .`self`(payload)
          }
        }
      }

      extension Destination: nonisolated CounterpointCore.ObservableState {}
      """
    )
  }

  @Test func noCases() {
    expectExpansion(
      """
      @ObservableState
      enum Destination {
      }
      """,
      """

      enum Destination {

        public nonisolated var _$id: CounterpointCore.ObservableStateID {
          switch self {
          }
        }

        public nonisolated mutating func _$willModify() {
          switch self {
          }
        }
      }

      extension Destination: nonisolated CounterpointCore.ObservableState {}
      """
    )
  }
}
