conda create -y -n issue_rnn-layout python=3.11
conda activate issue_rnn-layout
pip install -r requirements.txt pytest
pytest -sx test_issue_rnn-layout.py
