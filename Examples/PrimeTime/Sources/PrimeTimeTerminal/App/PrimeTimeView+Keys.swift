public import CounterpointTerminal

extension PrimeTimeView.State {
  /// Returns the command of a key on the current screen; `nil` for disabled and covered controls.
  public func command(for event: TerminalEvent) -> TerminalCommand<PrimeTimeView.Action>? {
    guard case .key(let key) = event else { return nil }
    if key == "q" { return .quit }
    if counter.alertTitle != nil { return alertCommand(for: key) }
    if let favoritePrimes { return favoritePrimes.command(for: key) }
    if let primeModal { return primeModal.command(for: key) }
    return counter.command(for: key)
  }

  private func alertCommand(for key: Key) -> TerminalCommand<PrimeTimeView.Action>? {
    switch key {
    case .enter, .escape, " ": .send(.counter(.alertDismissButtonTapped))
    default: nil
    }
  }
}

extension CounterView.State {
  fileprivate func command(for key: Key) -> TerminalCommand<PrimeTimeView.Action>? {
    switch key {
    case "+", "=", .up, .right: isIncrementButtonDisabled ? nil : .send(.counter(.incrTapped))
    case "-", .down, .left: isDecrementButtonDisabled ? nil : .send(.counter(.decrTapped))
    case "p": .send(.counter(.isPrimeButtonTapped))
    case "n": isNthPrimeButtonDisabled ? nil : .send(.counter(.nthPrimeButtonTapped))
    case "c", .escape: isCancelButtonShown ? .send(.counter(.cancelButtonTapped)) : nil
    case "f": .send(.favoritePrimesButtonTapped)
    default: nil
    }
  }
}

extension IsPrimeModalView.State {
  fileprivate func command(for key: Key) -> TerminalCommand<PrimeTimeView.Action>? {
    switch key {
    case "s": isSaveButtonShown ? .send(.primeModal(.saveFavoritePrimeTapped)) : nil
    case "r": isRemoveButtonShown ? .send(.primeModal(.removeFavoritePrimeTapped)) : nil
    case .escape, .enter, "p": .send(.counter(.primeModalDismissed))
    default: nil
    }
  }
}

extension FavoritePrimesView.State {
  fileprivate func command(for key: Key) -> TerminalCommand<PrimeTimeView.Action>? {
    switch key {
    case .up, "k": .send(.selectionMoved(by: -1))
    case .down, "j": .send(.selectionMoved(by: 1))
    case "d", .delete, .backspace: selectedPrime.map { .send(.favoritePrimes(.deleteButtonTapped(prime: $0))) }
    case "s": .send(.favoritePrimes(.saveButtonTapped))
    case "l": .send(.favoritePrimes(.loadButtonTapped))
    case .escape, "f": .send(.favoritePrimesDismissed)
    default: nil
    }
  }
}
