import SordinoPolicy

extension Timeline {
    /// Makes the timeline of a service's decisions: no sound was recorded, so the lanes have no waveforms.
    package init(_ diary: DecisionDiary, title: String, summary: String) {
        let end = diary.lastSeconds + max(1, diary.lastSeconds * 0.02)
        self.init(title: title, summary: summary, durationSeconds: end)
        events = diary.events.map { Mark(seconds: $0.seconds, title: $0.words) }
        apps = diary.programs.map { diary.lane(of: $0, until: end) }
        for actor in SystemActor.allCases {
            let stretches = diary.stretches(of: actor, until: end)
            guard !stretches.isEmpty else { continue }
            var lane = AppLane(name: "\(actor)", detail: "the system's own")
            lane.presence = stretches.map { $0.from..<$0.to }
            lane.states = stretches.map { StateSpan(from: $0.from, to: $0.to, state: .active) }
            apps.append(lane)
        }
        ports = diary.usedPorts(until: end).map { port, stretches in
            var lane = PortLane(
                name: port.name, detail: port.type.rawValue, waveform: Waveform(columns: []), fileName: "")
            lane.inUse = stretches
            return lane
        }
    }
}

extension DecisionDiary {
    /// Returns the lane of a program.
    package func lane(of program: Program, until end: Double) -> Timeline.AppLane {
        var lane = Timeline.AppLane(name: program.name, detail: DecisionWords.words(for: program.configuration))
        let opened = min(program.openedSeconds, end)
        lane.presence = [opened..<max(opened, program.endedSeconds ?? end)]
        lane.states = states(of: program.app, until: end)
        lane.gains = gains(of: program.app, states: lane.states, until: end)
        lane.notifications = program.notifications.compactMap { seconds, notification in
            DecisionWords.words(for: notification).map {
                Timeline.Mark(seconds: seconds, title: $0.title, detail: $0.detail)
            }
        }
        lane.actions = program.actions.map { Timeline.Mark(seconds: $0.seconds, title: $0.words) }
        return lane
    }
}
