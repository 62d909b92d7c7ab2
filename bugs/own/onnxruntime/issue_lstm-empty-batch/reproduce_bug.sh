conda create -y -n issue_lstm-empty-batch python=3.11
conda activate issue_lstm-empty-batch
pip install -r requirements.txt pytest
pytest -sx test_issue_lstm-empty-batch.py
