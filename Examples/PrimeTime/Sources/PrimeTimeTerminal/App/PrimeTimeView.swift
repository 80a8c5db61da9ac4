public import Counterpoint
import PrimeTime

/// The whole program on a terminal: the counter, what is presented over it, and the list of favorites.
public enum PrimeTimeView {
  /// Exactly what is shown.
  public struct State: Equatable, Sendable {
    /// The counter, always there.
    public let counter: CounterView.State
    /// The list of favorites, if it is shown instead of the counter.
    public let favoritePrimes: FavoritePrimesView.State?
    /// The favorites, in order, whether or not their list is shown.
    public let favorites: [Int]
    /// Whether the favorites are being saved.
    public let isSaving: Bool
    /// The line that tells what came of the last thing that the user did.
    public let notice: String?
    /// The modal, if it is shown over the counter.
    public let primeModal: IsPrimeModalView.State?
  }

  /// Exactly what a person at a terminal can do.
  public enum Action: Equatable, Sendable {
    case counter(CounterView.Action)
    case favoritePrimes(FavoritePrimesView.Action)
    case favoritePrimesButtonTapped
    case favoritePrimesDismissed
    case primeModal(IsPrimeModalView.Action)
    case selectionMoved(by: Int)
  }
}

extension PrimeTimeView.State {
  /// Derives the view state of the program.
  public init(state: TerminalFeature.State) {
    let counter = state.app.counter
    self.counter = CounterView.State(counterFeatureState: counter)
    self.favoritePrimes =
      state.app.isFavoritePrimesShown
      ? FavoritePrimesView.State(favoritePrimes: counter.favoritePrimes, selection: state.selection)
      : nil
    self.favorites = counter.favoritePrimes
    self.isSaving = state.app.isSavingFavorites
    self.notice = counter.notice ?? state.app.favoritesNotice ?? (state.app.isSavingFavorites ? "Saving…" : nil)
    self.primeModal =
      counter.isPrimeModalShown
      ? IsPrimeModalView.State(count: counter.count, favoritePrimes: counter.favoritePrimes)
      : nil
  }

  /// The action that dismisses the topmost presentation; `nil` if there is none.
  public var dismissal: PrimeTimeView.Action? {
    if counter.alertTitle != nil { return .counter(.alertDismissButtonTapped) }
    if favoritePrimes != nil { return .favoritePrimesDismissed }
    if primeModal != nil { return .counter(.primeModalDismissed) }
    return nil
  }
}

extension TerminalFeature.Action {
  /// Maps a user's action to an action of the program.
  public init(viewAction action: PrimeTimeView.Action) {
    switch action {
    case .counter(let action):
      self = .app(.counter(CounterFeature.Action(counterViewAction: action)))
    case .favoritePrimes(let action):
      self = .app(.favoritePrimes(FavoritePrimes.Action(favoritePrimesViewAction: action)))
    case .favoritePrimesButtonTapped:
      self = .app(.favoritePrimesButtonTapped)
    case .favoritePrimesDismissed:
      self = .app(.favoritePrimesDismissed)
    case .primeModal(let action):
      self = .app(.counter(.primeModal(PrimeModal.Action(primeModalViewAction: action))))
    case .selectionMoved(let rows):
      self = .selectionMoved(by: rows)
    }
  }
}

extension StoreOf<TerminalFeature> {
  /// The program as a terminal shows it.
  public var terminalView: ViewStore<PrimeTimeView.State, PrimeTimeView.Action> {
    view(state: PrimeTimeView.State.init(state:), action: TerminalFeature.Action.init(viewAction:))
  }
}
