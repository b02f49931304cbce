import AllocationProbe
import SordinoSignal
import Testing

@Suite struct ChannelMatrixTests {
    private func mixed(_ matrix: ChannelMatrix, _ inputs: [[Float]]) -> [[Float]] {
        let sources = Planes(inputs)
        let targets = Planes(channelCount: matrix.outputCount, frameCount: inputs[0].count)
        matrix.rows.add(sources.pointers, to: targets.pointers, frameCount: inputs[0].count)
        return (0..<matrix.outputCount).map { targets[$0] }
    }

    @Test func withoutAMapEachChannelGoesToItsOwnAndMonoToTheFirstTwo() {
        #expect(mixed(ChannelMatrix(from: 1, to: 1), [[0.5]]) == [[0.5]])
        #expect(mixed(ChannelMatrix(from: 1, to: 2), [[0.5]]) == [[0.5], [0.5]])
        #expect(mixed(ChannelMatrix(from: 1, to: 4), [[0.5]]) == [[0.5], [0.5], [0], [0]])
        #expect(mixed(ChannelMatrix(from: 2, to: 4), [[0.5], [0.25]]) == [[0.5], [0.25], [0], [0]])
        #expect(mixed(ChannelMatrix(from: 2, to: 1), [[0.5], [0.25]]) == [[0.375]])
        #expect(mixed(ChannelMatrix(from: 4, to: 2), [[1], [2], [3], [4]]) == [[1], [2]])
    }

    @Test func aMapNamesTheInputOfEachOutput() throws {
        let matrix = try #require(ChannelMatrix(map: [1, -1, 0], inputCount: 2))
        #expect(mixed(matrix, [[1], [2]]) == [[2], [0], [1]])
        #expect(ChannelMatrix(map: [2], inputCount: 2) == nil)
        #expect(ChannelMatrix(map: [-2], inputCount: 2) == nil)
        #expect(ChannelMatrix(map: [], inputCount: 2) == nil)
    }

    @Test func addingTouchesNoHeap() {
        let matrix = ChannelMatrix(from: 2, to: 2)
        let planes = Planes(channelCount: 2, frameCount: 64)
        let targets = Planes(channelCount: 2, frameCount: 64)
        let rows = matrix.rows
        #expect(
            countingHeapCalls { rows.add(planes.pointers, to: targets.pointers, gain: 0.5, frameCount: 64) } == .none)
    }
}
