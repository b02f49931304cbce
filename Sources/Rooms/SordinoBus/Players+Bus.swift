import SordinoPolicy

extension Players {
    /// Returns the same with 1 for the program itself and 2 for another: the form in which a program learns it.
    package func seen(by app: AppID) -> Players {
        guard case .only(let player) = self else { return self }
        return .only(AppID(player == app ? 1 : 2))
    }

    /// Returns the same with the program's number back in it, and 0, which is no program's, for another.
    package func known(as app: AppID) -> Players {
        guard case .only(let player) = self else { return self }
        return .only(player.number == 1 ? app : AppID(0))
    }
}
