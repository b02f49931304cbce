import SordinoPolicy
import SordinoRealtime

extension VirtualDevice {
    // MARK: - Pulled

    /// Renders now, on this thread, until at least `frames` more frames have been rendered: whole blocks.
    ///
    /// - Returns: The frames rendered, `frames` rounded up to whole blocks.
    /// - Thread: any, one at a time; not from a hook, a sink or a callback of the device.
    @discardableResult
    package func render(frames: Int) -> Int {
        var rendered = 0
        while rendered < frames { rendered += renderBlock() }
        return rendered
    }

    /// Renders whole blocks until `now` is `moment` or later.
    ///
    /// - Thread: as `render(frames:)`.
    package func advance(to moment: Moment) {
        while now < moment { renderBlock() }
    }

    /// Renders whole blocks until `now` has moved by `seconds` at least.
    ///
    /// - Thread: as `render(frames:)`.
    package func advance(seconds: Double) { advance(to: now + seconds) }

    /// Frames rendered since the device was made.
    package var framesRendered: Int64 { control.withLock(\.frame) }

    // MARK: - Arrangements

    /// Schedules happenings by the device's count of frames (`framesRendered`).
    ///
    /// Each takes place before the first block that begins at its frame or later; those of one frame in the order in
    /// which they were given.
    package func script(_ entries: [VirtualScriptEntry]) {
        control.withLock { control in
            for entry in entries {
                let place = control.script.firstIndex { entry.frame < $0.frame } ?? control.script.endIndex
                control.script.insert(entry, at: place)
            }
        }
        wakePacer()
    }

    /// Calls `hook` before every block until it is cancelled.
    ///
    /// - Parameter hook: Returns whether it did anything; all hooks are called again until none did. It may call
    ///   anything of the device except rendering.
    @discardableResult
    package func beforeBlock(_ hook: @escaping @Sendable () -> Bool) -> VirtualHook {
        let added = VirtualHook(hook)
        control.withLock { $0.hooksBefore.append(added) }
        wakePacer()
        return added
    }

    /// Calls `hook` after every block until it is cancelled.
    @discardableResult
    package func afterBlock(_ hook: @escaping @Sendable () -> Void) -> VirtualHook {
        let added = VirtualHook {
            hook()
            return false
        }
        control.withLock { $0.hooksAfter.append(added) }
        wakePacer()
        return added
    }

    // MARK: - One block

    /// Renders one block with all that belongs to it.
    ///
    /// - Returns: Its frames.
    @discardableResult
    func renderBlock() -> Int {
        control.withLock { control in
            precondition(
                !control.isRendering,
                "the device is being driven already, by its own thread or a caller above: do not advance it in code that it calls"
            )
            control.isRendering = true
        }
        settle()
        let block = control.withLock { control in
            VirtualBlock(
                frameCount: control.timing.blockFrames, startFrame: control.frame,
                hostNanoseconds: control.now.nanoseconds, sampleRate: control.timing.sampleRate)
        }
        renderGate.withLock { renderer in
            let planned = volumeControl.planned
            let visit = RenderThread.enter()
            renderer.render(block, volume: planned)
            RenderThread.leave(visit)
        }
        control.withLock { $0.finishBlock(frameCount: block.frameCount) }
        feedSinks(block)
        let hooks = control.withLock { control in
            control.hooksAfter.removeAll(where: \.isCancelled)
            return control.hooksAfter
        }
        for hook in hooks { _ = hook.call() }
        control.withLock { $0.isRendering = false }
        return block.frameCount
    }

    /// Lets the script and the hooks run until neither finds anything to do.
    private func settle() {
        // Hooks that give each other work without end would stop the device for ever; after 10,000 rounds the block is
        // rendered.
        for _ in 0..<10_000 {
            var didAnything = false
            while let entry = nextDueEntry() {
                happen(entry.happening)
                didAnything = true
            }
            let hooks = control.withLock { control in
                control.hooksBefore.removeAll(where: \.isCancelled)
                return control.hooksBefore
            }
            for hook in hooks where hook.call() { didAnything = true }
            if !didAnything { return }
        }
    }

    private func nextDueEntry() -> VirtualScriptEntry? {
        control.withLock { control in
            guard let first = control.script.first, first.frame <= control.frame else { return nil }
            return control.script.removeFirst()
        }
    }

    /// Adds a fade-out to the ports of a stream that is about to stop after it was silenced.
    func keepTails(of stream: StageStream) {
        renderGate.withLock { _ in
            for tail in mixer.tails(of: stream) {
                control.withLock { $0.port(uid: tail.portUID)?.virtual }?.add(tail: tail.channels)
            }
        }
    }

    /// Returns when no block is being rendered that began before the call.
    func waitForBlock() {
        assertControlThread()
        renderGate.withLock { _ in }
    }

    private func feedSinks(_ block: VirtualBlock) {
        let sinks = control.withLock { control -> [(VirtualSink, PortBlock)] in
            control.sinks.removeAll(where: \.isCancelled)
            return control.sinks.compactMap { sink in
                guard let placed = control.port(uid: sink.portUID) else { return nil }
                let samples = sink.tap == .air ? placed.virtual.air : placed.virtual.stagePort?.samples
                guard let samples else { return nil }
                let portBlock = PortBlock(
                    channels: UnsafePointer(samples.channels), channelCount: samples.channelCount,
                    frameCount: block.frameCount, startFrame: block.startFrame, sampleRate: block.sampleRate,
                    moment: Moment(nanoseconds: block.hostNanoseconds))
                return (sink, portBlock)
            }
        }
        for (sink, portBlock) in sinks { sink.take(portBlock) }
    }
}
