/// Sample buffers that wait to be decoded, by the frames on which they begin.
///
/// Those that come in this order wait in a row, the others in a heap, so that no order makes it slow.
struct SampleQueue {
    private var row: [QueuedSample?] = []
    private var head = 0
    private var heap: [QueuedSample] = []
    private var taken = 0
    /// Frames of the line that they will become, where they do not cover each other.
    private(set) var frameCount: Int64 = 0

    var count: Int { row.count - head + heap.count }

    /// The one that begins first.
    var first: QueuedSample? {
        guard head < row.count, let next = row[head] else { return heap.first }
        guard let late = heap.first else { return next }
        return Self.isBefore(late, next) ? late : next
    }

    /// Adds a buffer, which replaces what it covers of those before it.
    mutating func append(_ sample: QueuedSample) {
        var sample = sample
        taken += 1
        sample.number = taken
        frameCount += sample.heardCount
        if head == row.count || row[row.count - 1].map({ $0.start <= sample.start }) ?? true {
            row.append(sample)
        } else {
            push(sample)
        }
    }

    /// Puts the rest of a buffer back that was taken.
    mutating func putBack(_ sample: QueuedSample) {
        frameCount += sample.heardCount
        push(sample)
    }

    /// Takes the one that begins first.
    mutating func popFirst() -> QueuedSample? {
        guard let first else { return nil }
        frameCount -= first.heardCount
        if let late = heap.first, late.number == first.number {
            popHeap()
        } else {
            row[head] = nil
            head += 1
            // In larger steps, since each removal moves the rest.
            if head == row.count || head >= 1024 && head * 2 >= row.count {
                row.removeFirst(head)
                head = 0
            }
        }
        return first
    }

    /// Drops what lies behind a frame.
    mutating func cut(at frame: Int64) {
        let kept = (row[head...].compactMap { $0 } + heap).filter { $0.heardFrom < frame }
        (row, head, heap, frameCount) = ([], 0, [], 0)
        for var sample in kept.sorted(by: Self.isBefore) {
            sample.cut(at: frame)
            frameCount += sample.heardCount
            row.append(sample)
        }
    }

    private static func isBefore(_ left: QueuedSample, _ right: QueuedSample) -> Bool {
        (left.start, left.number) < (right.start, right.number)
    }

    // MARK: Heap

    private mutating func push(_ sample: QueuedSample) {
        heap.append(sample)
        var index = heap.count - 1
        while index > 0, Self.isBefore(heap[index], heap[(index - 1) / 2]) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func popHeap() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var index = 0
        while true {
            let children = [2 * index + 1, 2 * index + 2].filter { $0 < heap.count }
            guard let least = children.min(by: { Self.isBefore(heap[$0], heap[$1]) }),
                Self.isBefore(heap[least], heap[index])
            else { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
