"""The part of the table of texts that the pages of Learn show: English and Japanese."""

LEARN: dict[str, tuple[str, str]] = {
    "learn_lead": (
        "Six ideas that make a computer play, each with something to try.",
        "コンピュータに指させる六つの考え方。それぞれ試せます。",
    ),
    "no_lesson_here": ("There is no such page", "そのページはありません"),
    "pages": ("Pages", "ページ"),
    "previous": ("Before", "前"),
    "next_page": ("Next", "次"),
    "game_over": ("The game is over here.", "ここで終局です。"),
    "play_best": ("Play the best move", "最善手を打つ"),
    "the_real_thing": ("Play against the real thing: {player}", "実物と対局する: {player}"),
    "train_the_real_thing": ("Train the real thing: {method}", "実物を学習させる: {method}"),
    "start_again": ("Start again", "最初から"),
    # 1. Value map.
    "learn_map_title": ("A value map", "評価マップ"),
    "learn_map_pitch": ("A number for each square.", "マスごとにひとつの数。"),
    "learn_map_text1": (
        "The simplest player of Othello has one number for each square. A move is worth the sum of "
        "the numbers of all squares it wins, and the player takes the move that is worth most. "
        "Corners can never be turned back, so they are worth a lot; the squares beside them give "
        "the corner away, so they are worth less than nothing.",
        "いちばん簡単なオセロのプレイヤーは、マスごとに数をひとつ持ちます。手の価値は、"
        "その手で得たマスの数の合計です。"
        "隅は返されないので高く、隅の隣は隅を渡してしまうので負の値になります。",
    ),
    "learn_map_text2": (
        "Choose a square and change its number: its seven mirror images change with it. The badges "
        "on the board show what each move is worth now. Then measure how the map plays.",
        "マスを選んで数を変えてください。対称な七つのマスも一緒に変わります。"
        "盤の数字は今の手の価値です。変えたら実力を測ってみましょう。",
    ),
    "learn_map_now": (
        "This is the player `greedy`, and here you are the optimiser. A particle swarm (PSO) finds "
        "better numbers by itself in about a minute: the button starts it.",
        "これは棋士 `greedy` で、ここではあなたが最適化役です。粒子群最適化 (PSO) は、"
        "一分ほどで自分でよりよい数を見つけます。ボタンで始められます。",
    ),
    "map_numbers": ("The map", "マップ"),
    "map_board": ("What it sees", "マップの見方"),
    "map_classic": ("Classic map", "標準のマップ"),
    "map_flat": ("All squares equal", "すべて同じ"),
    "worth": ("Worth", "価値"),
    "measure": ("Measure it", "実力を測る"),
    "measuring": ("Playing 400 games …", "400 局対局しています…"),
    "map_result": (
        "Score against the classic map {classic}, against random moves {random}.",
        "得点率: 標準のマップに {classic}、ランダムに {random}。",
    ),
    # 2. Evolution.
    "learn_evolution_title": ("A genetic algorithm", "遺伝的アルゴリズム"),
    "learn_evolution_pitch": ("Maps that breed.", "マップが子を残す。"),
    "learn_evolution_text1": (
        "Nobody has to know good numbers. Begin with sixteen random maps, let each play, keep the "
        "two best, and breed the rest: two parents, one cut, and now and then a gene replaced by "
        "chance. Ten genes make a whole map, because the board's symmetries fill the rest.",
        "よい数を知っている必要はありません。ランダムな十六のマップを対局させ、上位二つを残し、"
        "残りは親二つを一点で交叉させ、"
        "ときどき突然変異を加えて作ります。対称性のおかげで、遺伝子は十個で足ります。",
    ),
    "learn_evolution_text2": (
        "Fitness is the score in 60 real games against the classic map, both colours, the same "
        "openings for all. The band around the best is its 95% interval: much of what looks like "
        "progress is luck, so even the best are measured again in each generation.",
        "適応度は、標準のマップとの実際の 60 局 (両方の色、全員同じ序盤) の得点率です。"
        "帯は 95% 区間です。"
        "進歩に見えるものの多くは運なので、最良のマップも毎世代測り直します。",
    ),
    "learn_evolution_now": (
        "The breeding happens in this page, the games in kishi's core. It is a small model of the "
        "idea; real training plays thousands of games in a generation, against its own past bests.",
        "交叉はこのページで、対局は kishi の中核で行われます。これは考え方の小さな模型です。"
        "本物の学習は一世代に何千局も、過去の最良の相手と対局します。",
    ),
    "evolve": ("Evolve", "進化させる"),
    "one_generation": ("One generation", "一世代"),
    "evolution_chart": ("Score against the classic map", "標準のマップへの得点率"),
    "evolution_legend": (
        "Dark: the best with its 95% interval. Light: the mean.",
        "濃い線: 最良と 95% 区間。薄い線: 平均。",
    ),
    "best_map": ("The best map", "最良のマップ"),
    "population": ("The population", "集団"),
    "untested": ("not yet measured", "未測定"),
    "generation_n": ("Generation {n}", "第 {n} 世代"),
    # 3. Monte-Carlo.
    "learn_playouts_title": ("Monte-Carlo", "モンテカルロ法"),
    "learn_playouts_pitch": ("Play at random, count.", "ランダムに打って数える。"),
    "learn_playouts_text1": (
        "One can judge a move without knowing anything about the game: play it, go on with random "
        "moves to the end, and write down who won. One such game says nothing; a thousand say a "
        "lot. The error shrinks with the square root of their number.",
        "ゲームの知識がなくても手を評価できます。その手の後をランダムに最後まで打ち、"
        "勝敗を記録するのです。"
        "一局では何も分かりませんが、千局なら多くが分かります。誤差は局数の平方根で縮みます。",
    ),
    "learn_playouts_now": (
        "The playouts here are kishi's own random games. Sharing them out cleverly among the moves "
        "(epsilon-greedy, UCB, a tree) is the next step; see the last page.",
        "ここでのプレイアウトは kishi の乱数対局そのものです。"
        "手の間で賢く配分する方法 (ε-greedy、UCB、木) は最後のページで。",
    ),
    "playouts_each": ("{n} for each move", "各手 {n} 局"),
    "playouts_so_far": ("{n} random games so far", "これまでに {n} 局"),
    # 4. Search.
    "learn_search_title": ("Line scores and looking ahead", "ラインの得点と先読み"),
    "learn_search_pitch": (
        "Minimax, and what alpha-beta leaves out.",
        "ミニマックスとアルファベータ。",
    ),
    "learn_search_text1": (
        "A score for a position is half of a player; looking ahead is the other half. First a "
        "score, for Gomoku: every row of stones that a move would make, or break, counts.",
        "局面の得点がプレイヤーの半分、先読みがもう半分です。まずは五目並べの得点から。"
        "手によってできる列、止まる列がすべて数えられます。",
    ),
    "learn_search_text2": (
        "Then the tree: I choose the highest value, you the lowest, in turn. Alpha-beta gives the "
        "same answer as looking at everything, but skips what cannot matter any more.",
        "次に木です。自分は最大、相手は最小を交互に選びます。アルファベータは、"
        "もう結果に関わらない枝を飛ばしても、全部調べたのと同じ答えを出します。",
    ),
    "learn_search_now": (
        "The scores are those of the player `lines`. kishi's `search` is alpha-beta with many "
        "refinements; play against it and watch its thoughts.",
        "得点は棋士 `lines` のものです。kishi の `search` はこれに多くの改良を加えたものです。"
        "対局して読みを見てください。",
    ),
    "line_scores": ("Line scores", "ラインの得点"),
    "line_scores_text": (
        "Attack: rows of one's own stones that a stone here would make. Guard: rows of the "
        "opponent's that it would prevent. The centre brings a point, an edge costs one.",
        "攻め: ここに打つとできる自分の列。守り: ここに打つと防げる相手の列。中央は一点の得、"
        "辺は一点の損です。",
    ),
    "show_score": ("Show", "表示"),
    "score_sum": ("The sum", "合計"),
    "score_attack": ("Attack", "攻め"),
    "score_guard": ("Guard", "守り"),
    "lines_choice": (
        "It plays {move}: attack {attack}, guard {guard}.",
        "{move} を選びます: 攻め {attack}、守り {guard}。",
    ),
    "tree_title": ("A tree to step through", "一歩ずつ見る木"),
    "tree_text": (
        "Three plies of Othello, at most three moves in each position, leaves valued by a value "
        "map. Squares choose the highest value, circles the lowest.",
        "オセロ三手先まで、各局面で三手まで。葉は評価マップで評価します。四角は最大、"
        "丸は最小を選びます。",
    ),
    "tree": ("Game tree", "ゲーム木"),
    "tree_start": ("{n} positions; step forward.", "{n} 局面。先へ進めてください。"),
    "tree_end": (
        "Done: {seen} of {n} positions seen, value {value}, the same as minimax.",
        "終わり: {n} 局面中 {seen} を見て、値は {value}。ミニマックスと同じです。",
    ),
    "another_tree": ("Another position", "別の局面"),
    "root": ("the root", "根"),
    "max_node": ("wants the highest", "最大を選ぶ"),
    "min_node": ("wants the lowest", "最小を選ぶ"),
    "tree_enter": (
        "Look at {node}, which {who}; so far alpha {alpha}, beta {beta}.",
        "{node} ({who}) を見ます。今は α {alpha}、β {beta}。",
    ),
    "tree_leaf": ("A leaf: its value is {value}.", "葉です。値は {value}。"),
    "tree_back": (
        "Back at {node}, which {who}: best so far {value}; alpha {alpha}, beta {beta}.",
        "{node} ({who}) に戻ります。今の最善 {value}、α {alpha}、β {beta}。",
    ),
    "tree_cut": (
        "Cut at {node}: alpha {alpha} has reached beta {beta}, the other moves cannot matter.",
        "{node} で枝刈り: α {alpha} が β {beta} に達し、残りの手は結果に関わりません。",
    ),
    # 5. Value network.
    "learn_network_title": ("A value network", "価値ネットワーク"),
    "learn_network_pitch": ("Numbers that learn.", "学習する数。"),
    "learn_network_text1": (
        "Instead of a number for each square, a function with many numbers: it takes the board and "
        "answers with a chance of winning. It learns from games: after each position one knows who "
        "won in the end, and every number is moved a little towards the right answer.",
        "マスごとの数の代わりに、多くの数を持つ関数を使います。盤面を入れると勝つ確率を答えます。"
        "対局から学びます。どの局面も最後にどちらが勝ったかが分かるので、"
        "すべての数を正しい答えの方へ少しずつ動かします。",
    ),
    "learn_network_text2": (
        "This one has 36 inputs, 24 hidden units and one output, and learns in your browser from "
        "random games of 6×6 Othello. The curve is measured on games it has not seen.",
        "これは入力 36、中間 24、出力 1 のネットワークで、"
        "6×6 オセロのランダムな対局からブラウザの中で学びます。"
        "曲線は学習に使っていない対局で測ったものです。",
    ),
    "learn_network_now": (
        "Random games end almost by chance, so even a perfect judge of them would often be wrong. "
        "kishi's own learner `td` therefore learns from its own games, and has values for shapes of "
        "squares where this one has hidden units.",
        "ランダムな対局の結果は偶然に近いので、完全な判定者でも多くを外します。"
        "kishi の `td` は自分の対局から学び、中間層の代わりにマスの形ごとの値を持ちます。",
    ),
    "train_it": ("Learn", "学習させる"),
    "network_chart": ("Right about the winner", "勝者の的中率"),
    "network_map": ("What one disc is worth to it, in %", "石ひとつの価値 (%)"),
    "network_result": (
        "{n} positions learned; right in {share}% of unseen ones, loss {loss}.",
        "{n} 局面を学習。未知の局面で {share}% 的中、損失 {loss}。",
    ),
    # 6. AlphaZero.
    "learn_alphazero_title": ("AlphaZero", "AlphaZero"),
    "learn_alphazero_pitch": ("A network guides the search.", "ネットワークが探索を導く。"),
    "learn_alphazero_text1": (
        "AlphaZero puts it together. A network says how likely each move is good (the prior) and "
        "who stands better (the value). The search visits the move with the highest sum of its "
        "mean result and a bonus, which is large for moves with a high prior and few visits.",
        "AlphaZero はこれらを組み合わせます。"
        "ネットワークが各手のよさ (事前確率) と形勢 (価値) を答え、"
        "探索は「平均の結果 + ボーナス」が最大の手を訪れます。"
        "ボーナスは事前確率が高く訪問の少ない手ほど大きくなります。",
    ),
    "learn_alphazero_text2": (
        "The visits are a better judgement than the network's own, so it learns from them, plays "
        "again, and grows stronger by playing itself. Try a bad prior: visits find the truth all "
        "the same, only later.",
        "訪問数はネットワーク自身の判断よりよいので、それを手本に学び、また対局し、"
        "自己対局だけで強くなります。悪い事前確率も試してください。時間はかかりますが、"
        "訪問は真実を見つけます。",
    ),
    "learn_alphazero_now": (
        "Here a random game stands in for the value network and you choose the prior. kishi has no "
        "AlphaZero player yet.",
        "ここでは価値ネットワークの代わりにランダムな対局を使い、事前確率はあなたが選びます。"
        "kishi にはまだ AlphaZero の棋士はいません。",
    ),
    "one_visit": ("One visit", "一回訪問"),
    "visit_on": ("Visit on", "続けて訪問"),
    "visits": ("Visits", "訪問"),
    "prior_even": ("all alike", "すべて同じ"),
    "prior_good": ("a good guess", "よい予想"),
    "prior_bad": ("a bad guess", "悪い予想"),
    "puct_move": ("Move", "手"),
    "puct_prior": ("Prior", "事前確率"),
    "puct_visits": ("Visits", "訪問"),
    "puct_q": ("Mean", "平均"),
    "puct_bound": ("Mean + bonus", "平均 + ボーナス"),
    "puct_truth": ("200 games", "200 局"),
    "puct_note": ("{n} visits", "{n} 回訪問"),
}
