conda create -y -n issue_averagepool-dilations python=3.11
conda activate issue_averagepool-dilations
pip install -r requirements.txt
pytest -sx test_issue_averagepool-dilations.py
