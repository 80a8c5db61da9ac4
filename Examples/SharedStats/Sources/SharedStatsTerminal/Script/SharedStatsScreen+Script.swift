public import Counterpoint
public import CounterpointTerminal
import SharedStats

extension SharedStatsScreen {
  /// Does what a line of a script wants, through the same store as the keys.
  ///
  /// - Parameter line: The line.
  /// - Returns: The effects that it started.
  /// - Throws: `ScriptError` if there is no such thing on the screen that is shown now. Nothing has happened then.
  public func perform(_ line: Script<StatsIntent>.Line) throws(ScriptError) -> [StoreTask] {
    switch (line.intent, store.currentTab, prompt != nil) {
    case (.quit, _, _): return []
    case (.dismiss, _, true): return [store.send(.counter(.alert(.dismiss)))]
    case (_, _, true): throw ScriptError(line: line.number, reason: "an alert is shown: dismiss it first")
    case (.show(let tab), _, _): return [store.send(.selectTab(tab))]
    case (.increment, .counter, _): return [store.send(.counter(.incrementButtonTapped))]
    case (.decrement, .counter, _): return [store.send(.counter(.decrementButtonTapped))]
    case (.isPrime, .counter, _): return [store.send(.counter(.isPrimeButtonTapped))]
    case (.reset, .profile, _): return [store.send(.profile(.resetStatsButtonTapped))]
    case (_, let tab, _):
      throw ScriptError(line: line.number, reason: "'\(line.text)' means nothing on the tab '\(tab.rawValue)'")
    }
  }
}
