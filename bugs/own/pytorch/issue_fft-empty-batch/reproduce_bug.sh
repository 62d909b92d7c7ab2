conda create -y -n issue_fft-empty-batch python=3.11
conda activate issue_fft-empty-batch
pip install -r requirements.txt pytest
pytest -sx test_issue_fft-empty-batch.py
